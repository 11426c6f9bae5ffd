// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";
import {PlainToken} from "./TestTokens.sol";

interface IAsked {
    function decimals() external view returns (uint8);
    function asset() external view returns (address);
    function convertToAssets(uint256 shares) external view returns (uint256);
}

/// A factory of plain pools with the part of the interface of CurveStableSwapFactoryNG that traders
/// need. Anyone may create pools.
contract TestStableSwapNgFactory {
    struct Entry {
        address[] coins;
        uint8[] kinds;
        bool isMeta;
    }

    address public immutable admin = msg.sender;
    address[] private pools;
    mapping(address => Entry) private entries;

    event PlainPoolDeployed(address[] coins, uint256 A, uint256 fee, address deployer);

    /// @param kinds 0: a plain token; 3: valued by its own `convertToAssets`. Other kinds are only
    /// reported.
    function deploy_plain_pool(
        address[] calldata coins,
        uint256 amplification,
        uint256 fee,
        uint256 feeMultiplier,
        uint8[] calldata kinds
    ) external returns (address pool) {
        require(coins.length > 1 && coins.length < 9 && coins.length == kinds.length, "coins");
        require(fee <= 1e8 && fee * feeMultiplier <= 5e19, "fee");
        pool = address(new TestStableSwapNg(coins, kinds, amplification, fee, feeMultiplier));
        add(pool, coins, kinds, false);
        emit PlainPoolDeployed(coins, amplification, fee, msg.sender);
    }

    /// Registers any contract as a pool of this factory.
    function add(address pool, address[] calldata coins, uint8[] calldata kinds, bool isMeta) public {
        pools.push(pool);
        entries[pool] = Entry(coins, kinds, isMeta);
    }

    function pool_count() external view returns (uint256) {
        return pools.length;
    }

    /// The original returns the zero address for an index without a pool.
    function pool_list(uint256 index) external view returns (address) {
        return index < pools.length ? pools[index] : address(0);
    }

    function get_n_coins(address pool) external view returns (uint256) {
        return entries[pool].coins.length;
    }

    function get_coins(address pool) external view returns (address[] memory) {
        return entries[pool].coins;
    }

    function get_pool_asset_types(address pool) external view returns (uint8[] memory) {
        return entries[pool].kinds;
    }

    function is_meta(address pool) external view returns (bool) {
        return entries[pool].isMeta;
    }
}

/// A plain StableSwap pool, written from the interface and the rounding of Curve's StableSwap-NG:
/// trading, one filling, and changes of its terms. It mints no shares.
contract TestStableSwapNg {
    uint256 private constant ONE = 1e18;
    uint256 private constant FEE_UNIT = 1e10;
    uint256 private constant PRECISION = 100;
    string public constant version = "v7.0.0";
    uint256 public constant admin_fee = 5e9;

    TestStableSwapNgFactory private immutable factory = TestStableSwapNgFactory(msg.sender);
    uint256 private immutable count;
    address[] public coins;
    /// The value of 1e18 base units, before the value of a share.
    uint256[] private units;
    /// The amount passed to a vault's view, and the scale of its answer; 0 for a plain token.
    uint256[] private asked;
    uint256[] private scales;
    uint256[] private held;
    uint256[] public admin_balances;

    uint256 public fee;
    uint256 public offpeg_fee_multiplier;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;
    bool private isEntered;

    event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought);
    event AddLiquidity(address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 invariant, uint256 token_supply);
    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);
    event StopRampA(uint256 A, uint256 t);
    event ApplyNewFee(uint256 fee, uint256 offpeg_fee_multiplier);

    modifier alone() {
        require(!isEntered, "entered");
        isEntered = true;
        _;
        isEntered = false;
    }

    modifier onlyAdmin() {
        require(msg.sender == factory.admin(), "admin");
        _;
    }

    constructor(
        address[] memory coins_,
        uint8[] memory kinds,
        uint256 amplification,
        uint256 fee_,
        uint256 feeMultiplier
    ) {
        (coins, count) = (coins_, coins_.length);
        (fee, offpeg_fee_multiplier) = (fee_, feeMultiplier);
        initial_A = future_A = amplification * PRECISION;
        for (uint256 k; k < coins_.length; ++k) {
            uint8 decimals = IAsked(coins_[k]).decimals();
            bool isVault = kinds[k] == 3;
            units.push(10 ** (36 - decimals));
            asked.push(isVault ? 10 ** decimals : 0);
            scales.push(isVault ? 10 ** (18 - IAsked(IAsked(coins_[k]).asset()).decimals()) : 0);
            held.push(0);
            admin_balances.push(0);
        }
    }


    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external alone returns (uint256 bought) {
        require(i != j && dx != 0 && i >= 0 && j >= 0, "terms");
        (uint256 from, uint256 to) = (uint256(uint128(i)), uint256(uint128(j)));
        // The rates before the transfer apply to the received amount.
        uint256[] memory rates = stored_rates();
        uint256[] memory xs = _scaled(rates);
        uint256 arrived = _take(from, dx);
        uint256 cut;
        (bought, cut) = _trade(xs, rates, from, to, arrived);
        require(bought >= min_dy, "too little");
        admin_balances[to] += cut;
        held[to] -= bought;
        _call(coins[to], abi.encodeCall(IERC20.transfer, (msg.sender, bought)));
        emit TokenExchange(msg.sender, i, arrived, j, bought);
    }

    function add_liquidity(uint256[] calldata amounts, uint256) external alone {
        for (uint256 k; k < count; ++k) {
            if (amounts[k] != 0) _take(k, amounts[k]);
        }
        emit AddLiquidity(msg.sender, amounts, new uint256[](count), 0, 0);
    }

    function ramp_A(uint256 next, uint256 end) external onlyAdmin {
        (initial_A, initial_A_time) = (A_precise(), block.timestamp);
        (future_A, future_A_time) = (next * PRECISION, end);
        emit RampA(initial_A, future_A, block.timestamp, end);
    }

    function stop_ramp_A() external onlyAdmin {
        initial_A = future_A = A_precise();
        initial_A_time = future_A_time = block.timestamp;
        emit StopRampA(initial_A, block.timestamp);
    }

    function set_new_fee(uint256 fee_, uint256 feeMultiplier) external onlyAdmin {
        (fee, offpeg_fee_multiplier) = (fee_, feeMultiplier);
        emit ApplyNewFee(fee_, feeMultiplier);
    }


    function A_precise() public view returns (uint256) {
        if (block.timestamp >= future_A_time) return future_A;
        (uint256 passed, uint256 all) = (block.timestamp - initial_A_time, future_A_time - initial_A_time);
        return future_A > initial_A
            ? initial_A + (future_A - initial_A) * passed / all
            : initial_A - (initial_A - future_A) * passed / all;
    }

    function get_balances() public view returns (uint256[] memory all) {
        all = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            all[k] = held[k] - admin_balances[k];
        }
    }

    function stored_rates() public view returns (uint256[] memory rates) {
        rates = units;
        for (uint256 k; k < count; ++k) {
            if (asked[k] == 0) continue;
            rates[k] = rates[k] * IAsked(coins[k]).convertToAssets(asked[k]) * scales[k] / ONE;
        }
    }


    /// @return bought in base units
    /// @return cut part of the fee that does not belong to the pool
    function _trade(uint256[] memory xs, uint256[] memory rates, uint256 from, uint256 to, uint256 amountIn)
        private
        view
        returns (uint256 bought, uint256 cut)
    {
        uint256 x = xs[from] + amountIn * rates[from] / ONE;
        uint256 y = _other(xs, from, to, x);
        uint256 whole = xs[to] - y - 1;
        uint256 taken = whole * _feeAt((xs[from] + x) / 2, (xs[to] + y) / 2) / FEE_UNIT;
        bought = (whole - taken) * ONE / rates[to];
        cut = taken * admin_fee / FEE_UNIT * ONE / rates[to];
    }

    function _feeAt(uint256 a, uint256 b) private view returns (uint256) {
        uint256 multiplier = offpeg_fee_multiplier;
        if (multiplier <= FEE_UNIT) return fee;
        uint256 evenness = (multiplier - FEE_UNIT) * 4 * a * b / (a + b) ** 2;
        return multiplier * fee / (evenness + FEE_UNIT);
    }

    function _scaled(uint256[] memory rates) private view returns (uint256[] memory xs) {
        xs = get_balances();
        for (uint256 k; k < count; ++k) {
            xs[k] = xs[k] * rates[k] / ONE;
        }
    }

    function _invariant(uint256[] memory xs, uint256 ann) private view returns (uint256 d) {
        uint256 sum;
        for (uint256 k; k < count; ++k) {
            sum += xs[k];
        }
        d = sum;
        for (uint256 round; round < 255; ++round) {
            uint256 product = d;
            for (uint256 k; k < count; ++k) {
                product = product * d / xs[k];
            }
            product /= count ** count;
            uint256 before = d;
            d = (ann * sum / PRECISION + product * count) * d
                / ((ann - PRECISION) * d / PRECISION + (count + 1) * product);
            if (_isNear(d, before)) return d;
        }
        revert("no invariant");
    }

    /// The balance of `to` for a balance `x` of `from`.
    function _other(uint256[] memory xs, uint256 from, uint256 to, uint256 x) private view returns (uint256 y) {
        uint256 ann = A_precise() * count;
        uint256 d = _invariant(xs, ann);
        uint256 sum;
        uint256 c = d;
        for (uint256 k; k < count; ++k) {
            if (k == to) continue;
            uint256 own = k == from ? x : xs[k];
            sum += own;
            c = c * d / (own * count);
        }
        c = c * d * PRECISION / (ann * count);
        uint256 b = sum + d * PRECISION / ann;
        y = d;
        for (uint256 round; round < 255; ++round) {
            uint256 before = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_isNear(y, before)) return y;
        }
        revert("no balance");
    }

    function _isNear(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }

    /// @return arrived growth of the coin's balance, which is the amount traded
    function _take(uint256 k, uint256 amount) private returns (uint256 arrived) {
        IERC20 coin = IERC20(coins[k]);
        uint256 before = coin.balanceOf(address(this));
        _call(address(coin), abi.encodeCall(IERC20.transferFrom, (msg.sender, address(this), amount)));
        arrived = coin.balanceOf(address(this)) - before;
        held[k] += arrived;
    }

    function _call(address coin, bytes memory data) private {
        (bool ok, bytes memory answer) = coin.call(data);
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))), "coin");
    }
}

/// A token with any decimals, and a vault with a rate that anyone may set.
contract RatedToken is PlainToken {
    uint8 private immutable ownDecimals;
    address public immutable asset;
    uint256 private rate = 1e18;

    constructor(uint8 decimals_, address asset_) {
        (ownDecimals, asset) = (decimals_, asset_);
    }

    function decimals() external view override returns (uint8) {
        return ownDecimals;
    }

    /// @param rate_ base units of the asset for 1e18 of the share; 0: the view reverts
    function setRate(uint256 rate_) external {
        rate = rate_;
    }

    function convertToAssets(uint256 shares) external view returns (uint256) {
        require(rate != 0, "closed");
        return shares * rate / 1e18;
    }
}
