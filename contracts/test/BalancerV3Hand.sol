// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBalancerV3Vault, IERC20} from "../src/External.sol";

interface IBalancerV3Liquidity {
    struct AddLiquidityParams {
        address pool;
        address to;
        uint256[] maxAmountsIn;
        uint256 minBptAmountOut;
        uint8 kind;
        bytes userData;
    }

    function initialize(
        address pool,
        address to,
        address[] calldata tokens,
        uint256[] calldata exactAmountsIn,
        uint256 minBptAmountOut,
        bytes calldata userData
    ) external returns (uint256);
    function addLiquidity(AddLiquidityParams calldata params)
        external
        returns (uint256[] memory amountsIn, uint256 bptAmountOut, bytes memory returnData);
}

/// Fills pools of a Balancer V3 vault from its own balance, and swaps there.
contract BalancerV3Hand {
    uint8 private constant UNBALANCED = 1;

    function fill(address vault, address pool, address[] calldata tokens, uint256[] calldata amounts) external {
        IBalancerV3Vault(vault).unlock(abi.encodeCall(this.onFill, (pool, tokens, amounts)));
    }

    function onFill(address pool, address[] calldata tokens, uint256[] calldata amounts) external {
        IBalancerV3Liquidity(msg.sender).initialize(pool, address(this), tokens, amounts, 0, "");
        for (uint256 i; i < tokens.length; ++i) _pay(tokens[i], amounts[i]);
    }

    function join(address vault, address pool, address[] calldata tokens, uint256[] calldata amounts) external {
        IBalancerV3Vault(vault).unlock(abi.encodeCall(this.onJoin, (pool, tokens, amounts)));
    }

    function onJoin(address pool, address[] calldata tokens, uint256[] calldata amounts) external {
        (uint256[] memory paid,,) = IBalancerV3Liquidity(msg.sender).addLiquidity(
            IBalancerV3Liquidity.AddLiquidityParams(pool, address(this), amounts, 0, UNBALANCED, "")
        );
        for (uint256 i; i < tokens.length; ++i) if (paid[i] != 0) _pay(tokens[i], paid[i]);
    }

    function swap(address vault, IBalancerV3Vault.VaultSwapParams calldata params)
        external
        returns (uint256 taken, uint256 given)
    {
        bytes memory answer = IBalancerV3Vault(vault).unlock(abi.encodeCall(this.onSwap, (params)));
        return abi.decode(answer, (uint256, uint256));
    }

    function onSwap(IBalancerV3Vault.VaultSwapParams calldata params) external returns (uint256 taken, uint256 given) {
        (, taken, given) = IBalancerV3Vault(msg.sender).swap(params);
        _pay(params.tokenIn, taken);
        IBalancerV3Vault(msg.sender).sendTo(params.tokenOut, address(this), given);
    }

    function _pay(address token, uint256 amount) private {
        (bool ok,) = token.call(abi.encodeCall(IERC20.transfer, (msg.sender, amount)));
        require(ok, "not paid");
        IBalancerV3Vault(msg.sender).settle(token, amount);
    }
}

/// The authorizer of a vault that permits every action.
contract AllowingAuthorizer {
    function canPerform(bytes32, address, address) external pure returns (bool) {
        return true;
    }
}

contract TestRate {
    uint256 public getRate = 1e18;

    function set(uint256 rate) external {
        getRate = rate;
    }
}

/// Hooks that accept any pool and request no call.
contract TestV3Hooks {
    function getHookFlags() external pure returns (bool[10] memory flags) {}

    fallback() external {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}

interface IConverts {
    function convertToAssets(uint256 shares) external view returns (uint256);
}

/// Returns the rate of an ERC-4626 vault, as the rate providers of boosted pools do.
contract WrapperRate {
    IConverts private immutable wrapper;

    constructor(IConverts wrapper_) {
        wrapper = wrapper_;
    }

    function getRate() external view returns (uint256) {
        return wrapper.convertToAssets(1e18);
    }
}
