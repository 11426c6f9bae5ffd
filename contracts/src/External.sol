// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

// Interfaces of the external contracts that the executor and the settlement call.

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
}

interface IERC2612 {
    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;
}

interface IWETH is IERC20 {
    function deposit() external payable;
    function withdraw(uint256 amount) external;
}

interface IPermit2 {
    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    function permit(address owner, PermitSingle calldata single, bytes calldata signature) external;
    function transferFrom(address from, address to, uint160 amount, address token) external;
}

interface IV2Pair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 timestamp);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface ISolidlyPair {
    function metadata()
        external
        view
        returns (
            uint256 unit0,
            uint256 unit1,
            uint256 reserve0,
            uint256 reserve1,
            bool stable,
            address token0,
            address token1
        );
}

interface ISolidlyFactory {
    function getFee(address pair, bool stable) external view returns (uint256);
}

interface IStableSwap {
    function A() external view returns (uint256);
    /// @dev The amplification times 100; the first pools lack this function.
    function A_precise() external view returns (uint256);
    function fee() external view returns (uint256);
    function balances(uint256 index) external view returns (uint256);
    /// @dev Some pools return their output; the first ones return nothing.
    function exchange(int128 from, int128 to, uint256 amount, uint256 least) external;
}

/// @dev Additional functions of Curve's first pools.
interface IFirstStableSwap {
    function balances(int128 index) external view returns (uint256);
}

/// @dev Has `A_precise`, `fee` and `exchange` of `IStableSwap` too.
interface IStableSwapNg {
    function offpeg_fee_multiplier() external view returns (uint256);
    function get_balances() external view returns (uint256[] memory);
    function stored_rates() external view returns (uint256[] memory);
}

interface IStableSwapFactory {
    /// @return 0 for a pool that the factory did not make
    function get_n_coins(address pool) external view returns (uint256);
}

interface ICryptoSwap {
    function exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy) external returns (uint256 dy);
    /// @return dy amount that `exchange` would pay now
    function get_dy(uint256 i, uint256 j, uint256 dx) external view returns (uint256 dy);
    /// @return dx an input that brings about `dy`
    function get_dx(uint256 i, uint256 j, uint256 dy) external view returns (uint256 dx);
}

interface ICryptoSwapFactory {
    /// @return coins of the pool; zeros for a pool that the factory did not make
    function get_coins(address pool) external view returns (address[2] memory);
}

interface IPsm {
    function gem() external view returns (address);
    function dai() external view returns (address);
    function tin() external view returns (uint256);
    function tout() external view returns (uint256);
    function to18ConversionFactor() external view returns (uint256);
    function sellGem(address payee, uint256 gems) external returns (uint256 paid);
    function buyGem(address payee, uint256 gems) external returns (uint256 taken);
}

interface IDaiUsds {
    function dai() external view returns (address);
    function usds() external view returns (address);
    function daiToUsds(address payee, uint256 amount) external;
    function usdsToDai(address payee, uint256 amount) external;
}

interface IWstEth {
    function getWstETHByStETH(uint256 amount) external view returns (uint256 shares);
    function getStETHByWstETH(uint256 shares) external view returns (uint256 amount);
    function wrap(uint256 amount) external returns (uint256 shares);
    function unwrap(uint256 shares) external returns (uint256 amount);
}

interface IV3Pool {
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1);
}

interface IAavePool {
    /// @dev Declares only the first of its fifteen return words; every version of Aave V3 has these
    /// at the same place.
    function getReserveData(address asset)
        external
        view
        returns (
            uint256 configuration,
            uint256 liquidityIndex,
            uint256 liquidityRate,
            uint256 variableBorrowIndex,
            uint256 variableBorrowRate,
            uint256 stableBorrowRate,
            uint256 lastUpdate,
            uint256 id,
            address aToken
        );
    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external;
    function withdraw(address asset, uint256 amount, address to) external returns (uint256 withdrawn);
}

interface IERC4626 {
    function asset() external view returns (address);
    function deposit(uint256 assets, address receiver) external returns (uint256 shares);
    function mint(uint256 shares, address receiver) external returns (uint256 assets);
    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets);
    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares);
    function previewMint(uint256 shares) external view returns (uint256 assets);
    function previewWithdraw(uint256 assets) external view returns (uint256 shares);
}

interface IBalancerVault {
    enum SwapKind {
        GIVEN_IN,
        GIVEN_OUT
    }

    struct SingleSwap {
        bytes32 poolId;
        SwapKind kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct BatchSwapStep {
        bytes32 poolId;
        uint256 assetInIndex;
        uint256 assetOutIndex;
        uint256 amount;
        bytes userData;
    }

    struct FundManagement {
        address sender;
        bool fromInternalBalance;
        address recipient;
        bool toInternalBalance;
    }

    function swap(SingleSwap calldata single, FundManagement calldata funds, uint256 limit, uint256 deadline)
        external
        payable
        returns (uint256 calculated);
    /// @dev Runs the swap, reverts it, and returns the deltas; the vault takes positive ones.
    function queryBatchSwap(
        SwapKind kind,
        BatchSwapStep[] calldata steps,
        address[] calldata assets,
        FundManagement calldata funds
    ) external returns (int256[] memory deltas);
}

interface IBalancerV3Vault {
    enum SwapKind {
        EXACT_IN,
        EXACT_OUT
    }

    struct VaultSwapParams {
        SwapKind kind;
        address pool;
        address tokenIn;
        address tokenOut;
        uint256 amountGivenRaw;
        uint256 limitRaw;
        bytes userData;
    }

    /// @param data passed unchanged to the callback
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(VaultSwapParams calldata params)
        external
        returns (uint256 calculated, uint256 amountIn, uint256 amountOut);
    function sendTo(address token, address to, uint256 amount) external;
    /// @param amountHint the largest amount that counts as paid
    function settle(address token, uint256 amountHint) external returns (uint256 credit);
}

interface IPoolManager {
    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct SwapParams {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    function unlock(bytes calldata data) external returns (bytes memory);
    /// @param params a negative amount is sold, a positive one bought
    /// @return delta of currency0 in its upper half, of currency1 in its lower: negative is owed,
    /// positive is due
    function swap(PoolKey calldata key, SwapParams calldata params, bytes calldata hookData)
        external
        returns (int256 delta);
    function take(address currency, address to, uint256 amount) external;
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
}
